import { formatsFor } from '#contract/format.ts'

const { instant } = formatsFor('en-IN')

/** The words of reset links. */
export const resetLinkEn = {
  make: 'Reset link',
  making: 'Making a link…',
  label: (name: string) => `Link for ${name} to set a new password`,
  once: (expiresAt: string) => `Works once, until ${instant(expiresAt)}. You cannot see it again after you close this.`,
  copy: 'Copy',
  copied: 'Link copied!',
  copyFailed: 'The link could not be copied. Please select it.',
  noAddress:
    'Put the address of Carrel in front of this, such as http://192.168.1.20:5000. To get complete links, set PUBLIC_URL on the server.',
  failed: 'Failed to make a reset link',
}
