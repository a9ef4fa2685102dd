import { useCallback, useContext } from 'react'
import { type Location, UNSAFE_NavigationContext as NavigationContext } from 'react-router'

/**
 * Returns a function that returns the current address. The rendered one can be a step behind: React renders a navigation in pieces,
 * which takes a slow phone a while.
 */
export const useAddressNow = (): (() => Location) => {
  const { navigator } = useContext(NavigationContext)
  // React Router navigates by this history; its type omits the location.
  return useCallback(() => (navigator as unknown as { location: Location }).location, [navigator])
}
