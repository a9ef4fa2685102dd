import type { PushMessage } from '#contract/pushMessage.ts'
import { workerEn as words } from './worker.en.ts'

export type NotificationText = { title: string; body: string }

type Of<K> = Extract<PushMessage, { kind: K }>

const ofMessages = ({ sender, group, text, file }: Of<'messages'>, count: number): NotificationText => {
  if (sender === undefined) return { title: words.messages(count), body: '' }
  const title = group === undefined ? sender : words.inGroup(sender, group)
  const said = text ?? (file && words[file])
  if (said === undefined) return { title, body: words.messages(count) }
  return { title, body: count === 1 ? said : words.more(count, said) }
}

const ofReceipt = ({ amount, months }: Of<'receipts'>): string =>
  months ? words.receiptFor(amount, months.from, months.to) : words.receiptText(amount)

/** Returns what a notification says. `count` includes earlier ones that it replaces. */
export const notificationText = (message: PushMessage, count: number): NotificationText => {
  switch (message.kind) {
    case 'messages':
      return ofMessages(message, count)
    case 'notices':
      return { title: words.notices(count), body: message.title }
    case 'dues':
      return { title: words.due, body: words.dueText(message.amount, message.day) }
    case 'receipts':
      return { title: words.receipt, body: ofReceipt(message) }
    case 'accountEnds':
      return { title: words.accountEnds, body: words.accountEndsText(message.day) }
    default:
      return { title: words.other, body: words.otherText }
  }
}
