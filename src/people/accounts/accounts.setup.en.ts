import { limits } from '#contract/limits.ts'

/** The words of the links that set up a hall or reset a password. */
export const setupEn = {
  setup: {
    title: 'Set up your hall',
    text: 'Name your hall and create the first account. It will be a superadmin, who can do everything.',
    emptyTitle: 'This is a new, empty hall',
    empty:
      'If you expected your own records here, stop: do not create an account. Ask someone to check the server’s data folder: a disk may not be connected.',
    systemName: 'Hall name',
    systemNameHint: 'Shown on every page. You can change it later.',
    systemNameRequired: 'System name cannot be empty',
    name: 'Your name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${limits.passwordMin} characters.`,
    submit: 'Create account',
    submitting: 'Creating…',
    failed: 'Failed to create the account',
    noKey: {
      title: 'This link is incomplete',
      text: 'Open the full link that the server printed when it started. Restart the server to get a new one.',
    },
    used: {
      title: 'This link is no longer valid',
      text: 'It has already been used or is more than an hour old. Restart the server to get a new one.',
    },
    already: { title: 'This hall is already set up', text: 'Sign in with the account that was created.' },
    toLogin: 'Go to sign in',
  },
  reset: {
    title: 'Choose a new password',
    text: 'You will be logged out on every device. Then sign in with the new password.',
    password: 'New password',
    passwordHint: `At least ${limits.passwordMin} characters.`,
    submit: 'Save password',
    submitting: 'Saving…',
    failed: 'Failed to save the password',
    noKey: { title: 'This link is incomplete', text: 'Open the full link you were given, or ask for a new one.' },
    used: {
      title: 'This link is no longer valid',
      text: 'It has already been used or is too old. Ask an administrator for a new one.',
    },
    done: { title: 'Password changed', text: 'Sign in with your new password.' },
    toLogin: 'Go to sign in',
  },
}
