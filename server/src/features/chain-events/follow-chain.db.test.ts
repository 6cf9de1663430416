import { describe } from 'vitest'
import { fakeStage } from '../../../../tests/server/chain/chain-stage.ts'
import { chainSuite } from '../../../../tests/server/chain/chain-suite.ts'

describe('on the fake chain', () => chainSuite(fakeStage))
