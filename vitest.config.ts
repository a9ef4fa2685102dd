import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `sqlite` in memory; `npm run test:services` sets `postgres`, a real server, or `pglite`, which is PostgreSQL in the process. */
const database = process.env.TEST_DATABASE || 'sqlite'

/** The tests that ask for a database or a whole app can run on each database; they are known by what they import. */
const onDatabase = globSync('src/**/*.test.ts').filter((file) =>
  /^import .* from '#server\/testing\/(given|database|postgres|pglite)\.ts'$/m.test(readFileSync(file, 'utf8')),
)

/** They need a whole app but prove nothing about its database, so they run once, on SQLite. */
const onSqliteAlone = [
  'src/access.test.ts',
  'src/limits.test.ts',
  'src/server/files/pictures.test.ts',
  'src/server/http/headers.test.ts',
  'src/server/http/log.test.ts',
  'src/server/http/rates.test.ts',
  'src/server/http/slowBodies.test.ts',
  'src/server/realtime/hub.test.ts',
]

/** PGlite has one connection, on which nothing happens at the same time. */
const races = ['src/**/*.races.test.ts']

const notOn: Record<string, string[]> = { sqlite: [], pglite: [...onSqliteAlone, ...races], postgres: onSqliteAlone }

export default defineConfig({
  test: {
    maxWorkers: Math.min(4, availableParallelism()),
    // Generous, because a test waits for what it expects and never for a time, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: onDatabase } },
      {
        extends: true,
        // One jsdom and one copy of the libraries for all files of a worker; the setup file cleans up after each test.
        test: { name: 'web', include: ['src/**/*.test.tsx'], environment: 'jsdom', isolate: false, setupFiles: 'src/web/testing/setup.ts' },
      },
      { extends: true, test: { name: database, include: onDatabase, exclude: notOn[database], env: { TEST_DATABASE: database } } },
    ],
  },
})
