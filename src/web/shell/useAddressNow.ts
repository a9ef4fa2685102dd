import { useCallback, useContext } from 'react'
import { type Location, UNSAFE_NavigationContext as NavigationContext } from 'react-router'

/** Asks for the address as it is now. What is drawn can be a step behind: React draws what follows a navigation in pieces, which takes a slow phone a while. */
export const useAddressNow = (): (() => Location) => {
  const { navigator } = useContext(NavigationContext)
  // The history is what React Router navigates by; its type leaves the location out.
  return useCallback(() => (navigator as unknown as { location: Location }).location, [navigator])
}
