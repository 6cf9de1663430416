import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that need a database. */
const DB_TESTS = '**/*.{db,pg}.test.ts'

/** Suites that start programs, and the dearest tenth of the others: `npm run test:all` runs them. */
const SLOW_TESTS = '**/*.slow.*test.{ts,tsx}'

/** What only PgBouncer can show. */
const PGBOUNCER_TESTS = '**/*.pgbouncer.test.ts'

const exclude = [
  ...configDefaults.exclude,
  '**/dist/**',
  '**/.data/**',
  '**/.artifacts/**',
  'tests/journeys/**',
  ...(process.env.AURA_TEST_ALL === '1' ? [] : [SLOW_TESTS]),
]

const TEMPORARY_FOLDER = 'tests/temporary-folder.ts'

/** Ends tests that hang. A machine that is busy with something else takes many times as long as a quiet one. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

/** PostgreSQL is started once for all files. */
const withDatabase = {
  exclude,
  globalSetup: [TEMPORARY_FOLDER, 'tests/server/database/database-setup.ts'],
  isolate: false,
  ...patience,
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
          globalSetup: TEMPORARY_FOLDER,
          ...patience,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, DB_TESTS, PGBOUNCER_TESTS],
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'db',
          include: [DB_TESTS],
          // Shows a test that needs what another left. The seed is printed first: `--sequence.seed` repeats the order.
          sequence: { shuffle: { tests: true } },
        },
      },
      { test: { ...withDatabase, name: 'pgbouncer', include: [PGBOUNCER_TESTS] } },
    ],
  },
})
