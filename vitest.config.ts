import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests through the front door: the same on every database. */
const features = ['src/features/*/server/**/*.test.ts', 'src/access.test.ts']

const onDatabase = (database: string) => ({
  extends: true as const,
  test: { name: database, include: features, env: { TEST_DATABASE: database } },
})

export default defineConfig({
  test: {
    // Two databases in memory and one browser window at a time are what a small machine carries.
    maxWorkers: Math.min(4, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: features } },
      { extends: true, test: { name: 'web', include: ['src/**/*.test.tsx'], environment: 'jsdom' } },
      // A real server takes the place of both: `npm run test:services` says where it is.
      ...(process.env.TEST_DATABASE === 'postgres' ? [onDatabase('postgres')] : [onDatabase('sqlite'), onDatabase('pglite')]),
    ],
  },
})
