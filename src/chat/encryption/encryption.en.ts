import { formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')

/** The words of end-to-end encryption. */
export const encryptionEn = {
  you: 'You',
  member: 'A member',
  unavailable: 'Encrypted chats need a secure connection (https). Ask the person who runs this system.',
  changedMeanwhile: 'This has changed while you were looking. Check it again.',
  setUpFirst:
    'Encryption must be set up again first. Open Chat in the browser that reads your encrypted chats, or enter your recovery code here.',
  setUpElsewhere:
    'You have just set up encryption in another browser. Add this browser there. If a recovery code was shown here, it doesn’t work.',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  done: 'Done',
  /** Beside the facts of a conversation. */
  header: {
    encrypt: 'Encrypt this chat',
    whyNot: 'Why not encrypted?',
    encrypted: 'End-to-end encrypted',
    encryptedShort: 'Encrypted',
    verified: 'verified',
    about: ': who can read this chat',
  },
  enable: {
    title: 'Encrypt this chat?',
    lines: [
      'Only its members can read what is written from now on.',
      'Administrators can no longer review it. Members can still report a single message.',
      'It stays encrypted. This cannot be switched off.',
      'If you lose all your devices and your recovery code, you lose these messages.',
    ],
    before: 'Earlier messages stay as they are: administrators can read them.',
    enable: 'Encrypt',
    enabling: 'Encrypting…',
    failed: 'Failed to encrypt this chat',
    done: 'This chat is end-to-end encrypted now.',
    impossible: 'This chat cannot be encrypted now',
    noDevice: 'This browser cannot read encrypted chats yet. Add it first.',
    /** Where others have not set up encryption either. */
    ownFirst: { unset: 'You haven’t set up encryption either. You can do that now.' },
  },
  /** What opens behind the lock. */
  about: {
    title: 'End-to-end encrypted',
    text: 'Only the members of this chat can read it, on their own devices. Administrators cannot. If a member reports a message, administrators see that message.',
    readers: 'Who can read it',
    readersMore: (n: number) => plural(n, { one: 'and 1 more', other: `and ${number(n)} more` }),
    was: (name: string) => `was ${name}`,
    verified: 'Verified',
    verifiedText: (name: string) => `You compared the safety number with ${name}. Nothing that matters has changed since.`,
    notVerified: 'Not verified',
    notVerifiedText: (name: string) => `Compare the safety number with ${name} to be sure that nobody else can read your messages.`,
    changed: 'Something has changed since you verified this chat.',
    renamed: (name: string) => `When you verified this person, the name was ${name}. If you don’t know why it changed, ask in person.`,
    news: 'What has changed',
    server: 'What only the server says',
    serverText: 'Encryption cannot prove these:',
    serverFacts: [
      'The names of people',
      'Who is a member of a group',
      'The time of each message',
      'Reactions, and who has read a message',
      'Whether a message is missing',
    ],
    compare: 'Compare safety number',
  },
  safety: {
    title: (name: string) => `Safety number with ${name}`,
    how: (name: string) =>
      `Meet ${name}, or call if you know their voice. Both open this page and compare all 60 digits, or scan the code with the camera of one phone and compare the result.`,
    label: 'Safety number',
    qr: 'The safety number as a QR code',
    same: 'Mark as verified',
    notSame: 'Not the same',
    verified: 'You have marked this chat as verified.',
    failed: 'Failed to save',
    loadFailed: 'Failed to load the safety number',
    /** While there is none. */
    notYet: (name: string) =>
      `${name} hasn’t set up encryption again yet, so there is no safety number. Ask ${name} to open Chat and set it up. Then compare here.`,
    notHere: 'This browser can’t show the safety number yet. Close this and follow the notice above the messages.',
    done: (name: string) => `Your chat with ${name} is verified.`,
    warningTitle: 'Do not write anything private here yet',
    warning: (name: string) =>
      `Perhaps one of you has just added a device: reload this page on both sides and compare again. If the numbers still differ, another person may be able to read your messages. Tell ${name} and the person who runs this system.`,
  },
  /** What changed about members of a chat: one sentence for each person, which says what to do. */
  news: {
    /** In place of a name that is not known. */
    thatMember: 'that member',
    device: (name: string, whom: string) => `${name} uses a new device. If you’re not sure about it, ask ${whom} in person.`,
    devices: (name: string, whom: string, n: number) =>
      `${name} uses ${number(n)} new devices. If you’re not sure about them, ask ${whom} in person.`,
    code: (name: string) => `${name} made a new recovery code. You don’t have to do anything.`,
    replacedCode: (name: string, whom: string) =>
      `${name} replaced the recovery code without the old one. Someone else may be using this name: ask ${whom} in person.`,
    startedOver: (name: string, whom: string) =>
      `${name} started over and can’t read earlier messages. Someone else may be using this name: ask ${whom} in person.`,
    forked: (_name: string, whom: string) =>
      `The server shows two different device lists of ${whom}. Don’t send anything private; tell the person who runs this system.`,
    joined: (name: string) => `${name} joined and can read messages from now on. If you don’t want that, don’t send anything private here.`,
    changed: (name: string, whom: string) => `${name} changed the list of devices. If you’re not sure about it, ask ${whom} in person.`,
    /** The same about oneself. */
    your: {
      device: 'You use a new device. If it isn’t yours, remove it under “Encryption and devices”.',
      devices: (n: number) => `You use ${number(n)} new devices. If they aren’t yours, remove them under “Encryption and devices”.`,
      code: 'You made a new recovery code. If it wasn’t you, make a new one under “Encryption and devices”.',
      replacedCode:
        'Your recovery code was replaced without the old one. If it wasn’t you, change your password and tell the person who runs this system.',
      startedOver:
        'Encryption was started over for your account. If it wasn’t you, change your password and tell the person who runs this system.',
      forked: 'The server shows two different lists of your devices. Don’t send anything private; tell the person who runs this system.',
      joined: 'You joined and can read messages from now on.',
      changed: 'The list of your devices has changed. Check it under “Encryption and devices”.',
    },
    /** Where there are too many people to name. */
    many: {
      device: (n: number) => `${number(n)} people use new devices. If you’re not sure about one, ask the person.`,
      code: (n: number) => `${number(n)} people made new recovery codes. You don’t have to do anything.`,
      replacedCode: (n: number) =>
        `${number(n)} people replaced their recovery codes without the old ones. Someone else may be using their names: ask them in person.`,
      startedOver: (n: number) =>
        `${number(n)} people started over and can’t read earlier messages. Someone else may be using their names: ask them in person.`,
      forked: (n: number) =>
        `The server shows two different device lists of ${number(n)} people. Don’t send anything private; tell the person who runs this system.`,
      joined: (n: number) =>
        `${number(n)} people joined and can read messages from now on. If you don’t want that, don’t send anything private here.`,
      changed: (n: number) => `${number(n)} people changed their lists of devices. If you’re not sure about one, ask the person.`,
    },
    showAll: 'Show all',
    compare: 'Compare safety number',
    compareShort: 'Compare',
    dismiss: 'OK',
    verified: (name: string) => `You verified this chat before. Compare the safety number with ${name} again, because it has changed.`,
    waits: 'What you write here won’t be sent until you decide.',
    send: 'Send anyway',
    failed: 'Failed to save',
  },
  /** An encrypted chat that this browser cannot read or write. */
  closed: {
    unset: 'Set up encryption to read and write in this chat.',
    none: 'This browser cannot read this chat yet.',
    noKey: 'This browser has no key for this chat yet. The key arrives automatically when the server can be reached.',
    contradicted:
      'The server contradicts itself about who can read this chat, so nothing is sent. Tell the person who runs this system, and don’t write anything private until then.',
    notSetUp: (name: string) => `${name} has not set up encryption yet, so nothing can be sent here.`,
    recovery:
      'You have opened this with your recovery code. Nothing is kept in this browser: when you close or reload this page, you need the code again, and messages that are not sent yet are lost.',
  },
  /** What this browser is to the person, where it cannot encrypt. */
  standing: {
    unset: 'Encryption is not set up yet.',
    outdated: 'Encryption on this device must be set up again. Your old messages stay readable.',
    none: 'Encrypted chats can’t be read in this browser yet.',
    pending: 'This browser is waiting for you to confirm it on your other device.',
    startedOver:
      'Encryption was started over for your account in another browser. Was this you? If not, change your password at once and tell the person who runs this system. Your old messages stay readable here.',
    setUp: 'Set up encryption',
    setUpAgain: 'Set up again',
    own: 'This is my own browser',
    itWasMe: 'It was me: add this browser',
    code: 'Enter recovery code',
    showCode: 'Show the code to compare',
    later: 'Not now',
    startOver: 'Start over',
    failed: 'Failed to add this browser',
  },
  setUp: {
    title: 'Set up encryption',
    titleAgain: 'Set up encryption again',
    question: 'Is this your own device?',
    why: 'The keys to your encrypted chats are kept on it. Anyone who uses it with your account can read them.',
    yes: 'Yes, only I use it',
    no: 'No, others use it too',
    shared: 'Set it up on your own phone first',
    sharedText:
      'On a device that others use, no keys should be kept. Open Chat on your own phone and set up encryption there. You get a recovery code. Then enter that code here: you can read and write, and nothing is kept on this device.',
    haveCode: 'If you have your recovery code with you, enter it now.',
    done: 'Encryption is set up on this device.',
    goOn: 'Continue',
  },
  startOver: {
    title: 'Start over?',
    text: 'Start over only if you have lost all your devices and your recovery code.',
    lines: [
      'You can never read your earlier encrypted messages again.',
      'Everyone you chat with will see that you started over.',
      'They may ask you in person whether it was you.',
    ],
    goOn: 'Start over',
    offer: 'Lost all your devices and the code?',
  },
  /** The browser may throw the keys away. */
  notPersistent: 'This browser may delete your keys when it runs out of space. Keep your recovery code.',
  recovery: {
    title: 'Recovery code',
    intro: [
      'The code opens your encrypted chats in any browser.',
      'Write it down on paper and keep it where you keep documents. Do not send it to anybody.',
      'It is shown only once. Nobody can look it up for you, not even administrators.',
    ],
    warning: 'If you lose all your devices and the code, you lose your encrypted messages.',
    replaces: 'Your current code stops working once you have typed in the new one.',
    show: 'Show the code',
    making: 'Making the code…',
    makeFailed: 'Failed to make the code',
    label: 'Your recovery code',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copying failed. Select the code and copy it yourself.',
    save: 'Save as text',
    fileName: 'recovery-code.txt',
    file: (name: string, code: string) => `Recovery code of ${name}\n\n${code}\n\nIt opens your encrypted chats. Keep it to yourself.\n`,
    written: 'I have written it down',
    typeTitle: 'Type it in once',
    typeText: 'This checks that it was written down correctly. Capitals, spaces and hyphens do not matter.',
    typed: 'Recovery code',
    wrong: 'This is not the code that was shown. Compare it letter by letter.',
    again: 'Show it again',
    finish: 'Finish',
    saving: 'Saving…',
    saveFailed: 'The code was not saved, so it does not work yet. Try again.',
    done: 'Your recovery code works now. Keep it safe.',
  },
  enterCode: {
    title: 'Enter recovery code',
    code: 'Recovery code',
    hint: 'Seven groups of four. Capitals, spaces and hyphens do not matter.',
    empty: 'Please enter your recovery code',
    wrong: 'This is not your recovery code. If you made several, only the last one works.',
    tooOld: 'This code is from an earlier version. Set up encryption again on your own device first.',
    where: 'What is this browser?',
    own: 'This is my own browser',
    ownHint: 'It can read your encrypted chats from now on, without the code.',
    shared: 'A shared computer: keep nothing here',
    sharedHint: 'You can read and write until this page is closed or reloaded.',
    open: 'Open my chats',
    opening: 'Opening…',
    failed: 'Failed to check the code',
    done: 'Your encrypted chats can be read here now.',
  },
}
