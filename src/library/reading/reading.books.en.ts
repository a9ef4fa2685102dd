import { formatsFor } from '#contract/format.ts'
import { MB } from '#contract/limits.ts'

const { number, plural, bytes } = formatsFor('en-IN')
const books = (n: number) => plural(n, { one: '1 book', other: `${number(n)} books` })

/** The words about books on the person's own device, which is called by what it is. */
export const booksEn = {
  phone: 'phone',
  computer: 'computer',
  title: (device: string) => `Books on this ${device}`,
  open: (device: string) => `On this ${device}`,
  about: 'You can read these books without a connection.',
  back: 'Back to documents',
  keep: (title: string, device: string) => `Keep "${title}" on this ${device}`,
  keeping: (title: string, percent: string) => `Stop keeping "${title}" (${percent})`,
  delete: (title: string, device: string) => `Delete "${title}" from this ${device}`,
  continue: (title: string) => `Continue keeping "${title}"`,
  continueShort: 'Continue',
  own: {
    title: (device: string) => `Is this your own ${device}?`,
    text: (device: string) =>
      `The book stays on this ${device} until you delete it or sign out. Keep books only on a ${device} that nobody else uses.`,
    yes: 'Yes, only I use it',
    no: 'No, others use it too',
  },
  deletion: {
    title: (device: string) => `Delete from this ${device}?`,
    text: (title: string) => `To read "${title}" again, you need a connection.`,
    confirm: 'Delete',
  },
  deletionOfAll: {
    title: (device: string) => `Delete all books from this ${device}?`,
    text: (n: number) => `To read ${n === 1 ? 'this book' : `these ${books(n)}`} again, you need a connection.`,
    confirm: 'Delete all',
  },
  deleteAll: 'Delete all',
  list: 'Kept books',
  none: (device: string) => `No books on this ${device}`,
  noneHint: (label: string) => `Open a book and press "${label}" at the top.`,
  keepShort: (device: string) => `Keep on this ${device}`,
  part: (have: string, size: string) => `${have} of ${size}`,
  recent: 'Read recently',
  isStopped: 'Not enough space for the rest',
  isWaiting: 'Downloading',
  free: (used: string, most: string) => `${used} of at most ${most} used.`,
  freeOnDevice: (free: string) => `${free} free for this site.`,
  settings: 'Settings',
  isOwn: (device: string) => `This is my own ${device}`,
  isOwnHint: 'If you turn this off, all books are deleted here.',
  keepsRecent: (n: number) => `Keep the last ${number(n)} books I read`,
  keepsRecentHint: 'They are downloaded while you read.',
  most: 'Space for books',
  megabytes: (n: number) => bytes(n * MB),
  cannot: (device: string) => `Books cannot be kept on this ${device}`,
  insecure: 'This needs an address that starts with https.',
  unsupported: 'This browser cannot keep books. Try Chrome, or update your browser.',
  overLimit: (size: string, most: string) =>
    `This book is ${size}. Your kept books can use at most ${most} together. Delete some, or allow more space.`,
  noSpace: (size: string, free: string) => `This book needs ${size}, but only ${free} is free. Delete something else first.`,
  outOfSpace: (title: string) => `Not enough space to keep all of "${title}". Delete something else, then continue.`,
  failed: 'The book could not be kept. Please try again.',
  kept: (title: string, device: string) => `"${title}" is being kept on this ${device}.`,
  evicted: (n: number) => `Your browser needed space and deleted ${n === 1 ? 'the book' : `the ${books(n)}`} you kept here.`,
  damaged: (title: string) => `Your browser deleted a part of "${title}". It will be downloaded again.`,
}
