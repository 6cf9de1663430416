import { describe } from 'vitest'
import { fakeStage } from '../../../test/chain/chain-stage.ts'
import { chainSuite } from '../../../test/chain/chain-suite.ts'

describe('on the fake chain', () => chainSuite(fakeStage))
