import { configDefaults, defineConfig } from 'vitest/config'
import { repeatedSuites } from './tools/test-steps/repeated-suites.ts'

/** Tests that need a database of either kind, and those that only PostgreSQL itself can answer. */
const DB_TESTS = '**/*.db.test.ts'
const PG_TESTS = '**/*.pg.test.ts'

/** They compile and check copies of the tree, which takes a minute. */
const TREE_TESTS = 'tools/features/*.test.ts'

const exclude = [...configDefaults.exclude, '**/dist/**', '**/.data/**', '**/.artifacts/**', 'tests/journeys/**']

/** A database is started once for all files and is slow to come up on a cold machine. */
const withDatabase = {
  exclude,
  globalSetup: 'tests/server/database/database-setup.ts',
  isolate: false,
  // Ends a test that hangs; a machine that is busy with something else takes many times as long as a quiet one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          // Some read every source; a busy machine takes many times as long as a quiet one.
          testTimeout: 60_000,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, DB_TESTS, PG_TESTS, TREE_TESTS],
        },
      },
      { test: { name: 'features', include: [TREE_TESTS], exclude } },
      {
        // AURA_TEST_DB says which database: pglite or postgres. AURA_TEST_REPEATED=no leaves out what one of them answers.
        test: {
          ...withDatabase,
          name: 'db',
          include: [DB_TESTS],
          exclude: process.env.AURA_TEST_REPEATED === 'no' ? [...exclude, ...repeatedSuites] : exclude,
        },
      },
      // By this name the setup knows that only PostgreSQL will do. Its tests run whole servers, which a stall of the machine
      // can throw off; the report names those that needed a second try.
      { test: { ...withDatabase, name: 'pg', include: [PG_TESTS], retry: 1 } },
    ],
  },
})
