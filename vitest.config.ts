import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The tests that ask for a database or a whole app run on each database; they are known by what they import. */
const onEachDatabase = globSync('src/**/*.test.ts').filter((file) =>
  /^import .* from '#server\/testing\/(given|database)\.ts'$/m.test(readFileSync(file, 'utf8')),
)

const onDatabase = (database: string) => ({
  extends: true as const,
  test: { name: database, include: onEachDatabase, env: { TEST_DATABASE: database } },
})

export default defineConfig({
  test: {
    // More workers than processors only make PGlite, which is slow to start, slower.
    maxWorkers: Math.min(4, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: onEachDatabase } },
      { extends: true, test: { name: 'web', include: ['src/**/*.test.tsx'], environment: 'jsdom' } },
      // `npm run test:services` picks this one instead of the two in memory.
      ...(process.env.TEST_DATABASE === 'postgres' ? [onDatabase('postgres')] : [onDatabase('sqlite'), onDatabase('pglite')]),
    ],
  },
})
