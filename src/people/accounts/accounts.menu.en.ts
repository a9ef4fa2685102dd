import { limits } from '#contract/limits.ts'

/** The words of the account menu, and of signing in over a page. */
export const accountMenuEn = {
  menu: {
    account: 'Account',
    changePassword: 'Change password',
    sessions: 'Where you are signed in',
    devices: 'Encryption and devices',
    setUpAgain: 'Must be set up again',
    notifications: 'Notifications',
    accessibility: 'Accessibility',
    audit: 'Audit',
    system: 'System',
    logout: 'Logout',
  },
  password: {
    title: 'Change password',
    text: 'You will stay signed in here and be logged out everywhere else.',
    current: 'Current password',
    next: 'New password',
    nextHint: `At least ${limits.passwordMin} characters.`,
    submit: 'Change password',
    submitting: 'Changing…',
    failed: 'Failed to change the password',
    done: 'Password changed. You have been logged out everywhere else.',
  },
  sessions: {
    title: 'Where you are signed in',
    list: 'Sessions',
    current: 'This device',
    lastUsed: (when: string) => `Last used ${when}`,
    signedIn: (when: string) => `Signed in ${when}`,
    unknownDevice: 'Unknown device',
    end: 'Logout',
    endOf: (device: string) => `Logout: ${device}`,
    endOthers: 'Logout everywhere else',
    onlyHere: 'You are not signed in anywhere else.',
    loadFailed: 'Failed to load your sessions',
    endFailed: 'Failed to end the session',
    ended: 'Session ended.',
    othersEnded: 'You have been logged out everywhere else.',
  },
  /** Over the page of a session that has ended. */
  again: {
    title: 'Sign in again',
    text: 'Your session ended. Sign in again to go on. What you typed is still here.',
    other: 'Sign in as someone else',
  },
}
