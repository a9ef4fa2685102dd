import { isLoopback } from '#contract/publicAddress.ts'
import { useBranding } from './Branding.tsx'

/**
 * Returns the address that other people open, for everything that is printed, copied or sent: `PUBLIC_URL`, or else that of this
 * page. Undefined if it is reachable only from the machine itself.
 */
export const usePublicAddress = (): string | undefined => {
  const { publicUrl } = useBranding()
  const address = publicUrl ?? window.location.origin
  return isLoopback(new URL(address).hostname) ? undefined : address
}
