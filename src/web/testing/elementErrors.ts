import { configure, getConfig } from '@testing-library/react'

/** The library has no public name for the time in which it waits and throws the errors away. */
type Waiting = { _disableExpensiveErrorDiagnostics?: boolean }

/**
 * Printing the page took a fifteenth of the page tests: the library does it for each look at an element that is not there yet. Now
 * it does so once, if the time is over.
 */
export const printPageOnlyAtTheEnd = (): void =>
  configure(({ getElementError }) => ({
    getElementError: (message, container) => {
      if (!(getConfig() as Waiting)._disableExpensiveErrorDiagnostics) return getElementError(message, container)
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    },
  }))
