import * as React from 'react'

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

/**
 * Stops React from recording a stack trace for every element, which takes up to a fifth of the time of a page test. React
 * does so in development for `captureOwnerStack`, which no test calls, and records 10,000 per second at most: here its
 * counter always says that there were more.
 */
export const skipOwnerStacks = (): void => {
  const counted = (React as unknown as Record<string, { recentlyCreatedOwnerStacks: number }>)[internals]
  if (counted?.recentlyCreatedOwnerStacks === undefined) throw new Error('React counts its owner stacks somewhere else.')
  Object.defineProperty(counted, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
}
