import { describe } from 'vitest'
import { fakeStage } from '../../../test/chain-stage.ts'
import { chainSuite } from '../../../test/chain-suite.ts'

describe('on the fake chain', () => chainSuite(fakeStage))
