import { formatsFor } from '#contract/format.ts'

const { plural, number } = formatsFor('en-IN')

/** The words of the page that shows what another app has shared. */
export const sharingEn = {
  title: 'Send to',
  files: 'Files from another app',
  text: 'Text from another app',
  nothing: { title: 'Nothing to send', hint: 'Open a PDF or a picture in another app and share it with this one.' },
  failed: { title: 'The files could not be kept', hint: 'This device may be full. Make some room, then share the files again.' },
  back: 'Back',
  loadFailed: 'Failed to read the files',
  signIn: {
    title: (n: number) => plural(n, { one: 'Sign in to send this file', other: `Sign in to send these ${number(n)} files` }),
    text: 'Sign in to send this text',
    hint: 'Kept on this device until you sign in, for at most one day.',
    button: 'Sign in',
  },
  problems: {
    tooLarge: (name: string) => `"${name}" was left out: it is too large.`,
    wrongType: (name: string) => `"${name}" was left out: only PDFs and pictures can be shared.`,
    tooMany: (name: string) => `"${name}" was left out: there are too many files.`,
    full: (name: string) => `"${name}" was left out: this device is full. Make some room, then share it again.`,
  },
  upload: (n: number) => plural(n, { one: 'Upload as a document', other: `Upload ${number(n)} documents` }),
  chats: {
    title: 'Send in a chat',
    hint: 'You can add a caption before you send.',
    search: 'Search conversations',
    loadFailed: 'Failed to load conversations',
    none: 'No conversations',
    encrypted: 'End-to-end encrypted',
  },
  discard: 'Discard',
}
