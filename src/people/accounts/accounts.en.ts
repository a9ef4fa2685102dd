import { formatsFor } from '#contract/format.ts'

const { instant } = formatsFor('en-IN')

/** The words of signing in. */
export const accountsEn = {
  login: {
    title: 'Sign In',
    email: 'Email or mobile number',
    password: 'Password',
    submit: 'Sign In',
    submitting: 'Signing in...',
    resetLink: (by: string, at: string) =>
      `${by || 'The server’s administrator'} made a link to set a new password for you on ${instant(at)}. If you did not ask for it, tell the owner.`,
    forgot: 'Forgot your password? Ask at the counter.',
    back: 'Back to Home',
    expiredTitle: 'Account Expired',
    expiredHint: 'Sign in again to see your last day and how to pay.',
    failed: 'Login failed',
    demo: {
      title: 'Try the demo',
      text: 'Choose a role. You need no password.',
      public: 'Everything here is made up, and reset every night. Do not enter real names or numbers.',
      as: (role: string) => `Open the demo as ${role}`,
      failed: 'Failed to sign in',
    },
  },
}
