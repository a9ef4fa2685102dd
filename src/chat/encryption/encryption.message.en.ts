import { formatsFor } from '#contract/format.ts'

const { number, plural, instant, list } = formatsFor('en-IN')

/** The words about a single encrypted message: what is proven of it, and what only the server says. */
export const aboutMessageEn = {
  title: 'About this message',
  proven: 'Proven by encryption',
  notProven: 'Not proven',
  writtenBy: (name: string) => `Written by ${name}. One of this person’s devices signed it.`,
  writtenByYou: 'Written by you. One of your devices signed it.',
  editedBy: (name: string) => `Edited by ${name}. The text you see is from this person, whose device signed it.`,
  /** Not signed, or not readable here. */
  serverSaysBy: (name: string) => `The server says: written by ${name}.`,
  serverSaysByYou: 'The server says: written by you.',
  unreadable: 'This browser could not check who wrote it.',
  claimed: 'The sender’s clock',
  claimedAt: (at: string) => `The sender’s device says: written ${instant(at)}. The clock of a device can be wrong.`,
  server: 'The server’s word',
  received: (at: string) => `The server says: received ${instant(at)}.`,
  name: (name: string) => `The server says: this person’s name is ${name}.`,
  edited: (at: string) => `The server says: edited ${instant(at)}.`,
  reactions: (names: readonly string[]) => `The server says: reactions from ${list(names)}.`,
  read: 'The server says: read.',
  readBy: (n: number) => plural(n, { one: 'The server says: read by 1 person.', other: `The server says: read by ${number(n)} people.` }),
  serverHint: 'Encryption cannot prove these.',
  /** What each label on a message means. */
  marks: 'What to know',
  mark: {
    receivedLate: 'Received late: it arrived out of order, or long after its sender’s clock says it was written.',
    removedDevice:
      'From a removed device: it arrived after its device was removed, or after the sender started over. If it seems wrong, ask the sender in person.',
    unproven: 'Not proven: it is from before the sender started over, so this browser can’t check who wrote it.',
    oldProtocol: 'From before signed device lists: it was encrypted by an earlier version, which proves less about the sender.',
    notEncrypted: 'Not encrypted: it was sent before this chat was encrypted, so administrators can read it.',
    editedSince: 'Edited since: the message it replies to was edited after this reply.',
  },
  quoted: 'The message it replies to',
  close: 'Close',
}
