import type { ReactNode } from 'react'
import { errorParts } from '../words.ts'
import { ErrorState } from './ErrorState.tsx'

/** The state of a query. */
export type Answer<T> = { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }

/** Whether it shows its data or its error: what is below it moves no more. */
export const isSettled = ({ data, error }: Answer<unknown>): boolean => data !== undefined || error !== null

type LoadedProps<T> = {
  of: Answer<T>
  /** The skeleton of what `children` will draw. */
  skeleton: ReactNode
  /** The sentence for a failed load. */
  failed: string
  children: (data: T) => ReactNode
}

/** Shows a skeleton, an error with Retry, or the data. Earlier data stays on screen while it is refreshed. */
export const Loaded = <T,>({ of, skeleton, failed, children }: LoadedProps<T>) => {
  if (of.data !== undefined) return children(of.data)
  if (!of.error) return skeleton
  return <ErrorState {...errorParts(of.error, failed)} onRetry={() => of.refetch()} isRetrying={of.isFetching} />
}
