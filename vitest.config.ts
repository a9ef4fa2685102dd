import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `sqlite` in memory; `npm run test:services` sets `postgres`, a real server, or `pglite`, which is PostgreSQL in the process. */
const database = process.env.TEST_DATABASE || 'sqlite'

/** The tests that ask for a database or a whole app can run on each database; they are known by what they import. */
const asksForDatabase = /^import .* from '(#server|\.)\/testing\/(given\w*|database|plans|postgres|pglite|lies\/hall)\.ts'$/m
const onDatabase = () => globSync('src/**/*.test.ts').filter((file) => asksForDatabase.test(readFileSync(file, 'utf8')))

/**
 * They need a whole app but prove nothing about its database, so they run once, on SQLite: what a browser makes of a lying server,
 * for example, is decided in the browser.
 */
const onSqliteAlone = [
  'src/access.test.ts',
  'src/chat/encryption/server/encryption.attacks.test.ts',
  'src/chat/encryption/server/encryption.chains.attacks.test.ts',
  'src/chat/encryption/server/encryption.hostile.test.ts',
  'src/chat/encryption/server/encryption.lies.test.ts',
  'src/chat/encryption/server/encryption.promises.test.ts',
  'src/events.test.ts',
  'src/limits.test.ts',
  'src/openapi.test.ts',
  'src/server/db/sqliteBusy.test.ts',
  'src/server/files/pictures.test.ts',
  'src/server/files/s3.test.ts',
  'src/server/http/downloads.test.ts',
  'src/server/http/floods.test.ts',
  'src/server/http/headers.test.ts',
  'src/server/http/health.test.ts',
  'src/server/http/json.test.ts',
  'src/server/http/log.test.ts',
  'src/server/http/rates.test.ts',
  'src/server/http/metricNames.test.ts',
  'src/server/http/slowBodies.test.ts',
  'src/server/http/trace.test.ts',
  'src/server/realtime/hub.test.ts',
  'src/topics.test.ts',
]

/** They need Redis and PostgreSQL beside it; `npm run test:services` runs them where both answer. */
const ofNodes = 'src/**/*.nodes.test.ts'

/** PGlite has one connection, on which nothing happens at the same time. */
const races = ['src/**/*.races.test.ts']

const notOn: Record<string, string[]> = { pglite: [...onSqliteAlone, ...races], postgres: onSqliteAlone }

const setupFiles = 'src/server/testing/setup.ts'
const globalSetup = database === 'postgres' ? 'src/server/testing/postgresTemplate.ts' : []
const env = {
  TEST_DATABASE: database,
  // The programs that tests start translate each file once, and not at every start.
  NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
}
/** On SQLite everything runs that needs no page, on the others what asks for a database. */
const include =
  database === 'sqlite'
    ? ['src/**/*.test.ts']
    : onDatabase().filter((file) => !(notOn[database] ?? []).some((pattern) => matchesGlob(file, pattern)))

const nodes = { extends: true as const, test: { name: 'nodes', include: [ofNodes], globalSetup, setupFiles, env } }

export default defineConfig({
  test: {
    // One more than there are cores, because tests wait a third of their time: for sockets, programs and passwords.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // Generous, because a test waits for what it expects and never for a time, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // All files of a worker have one copy of the modules, because loading the server takes longer than most of them. The setup files
    // clean up after each test.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: 'src/web/testing/setup.ts',
          // Pages live longer than V8 expects of new objects: with its usual 16 MB, copying them takes a tenth of the time.
          execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
        },
      },
      { extends: true, test: { name: database, include, exclude: [ofNodes], globalSetup, setupFiles, env } },
      ...(process.env.TEST_REDIS_URL ? [nodes] : []),
    ],
  },
})
