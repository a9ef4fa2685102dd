import { isLoopback } from '#contract/publicAddress.ts'
import { useBranding } from './Branding.tsx'

/**
 * The address that other people open, for all that is printed, copied or sent: `PUBLIC_URL`, or else that of this page.
 * Undefined where it leads nowhere but to the machine itself.
 */
export const usePublicAddress = (): string | undefined => {
  const { publicUrl } = useBranding()
  const address = publicUrl ?? window.location.origin
  return isLoopback(new URL(address).hostname) ? undefined : address
}
