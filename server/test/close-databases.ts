import { afterAll } from 'vitest'
import { closeRecycled } from './recycled-database.ts'

// Not where they are opened: the journeys' servers open databases, too, and know no suites.
afterAll(closeRecycled)
