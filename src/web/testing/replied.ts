import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { queryClient } from '../api/queryClient.ts'

/** Waits until the page shows the replies to everything that it has asked for, also if that is nothing to see. */
export const replied = (): Promise<void> =>
  waitFor(() => {
    expect(queryClient.getQueryCache().getAll().length).toBeGreaterThan(0)
    expect(queryClient.isFetching()).toBe(0)
  })
