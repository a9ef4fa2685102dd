import type { Message, Quoted } from '#chat/conversations/conversations.shapes.contract.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import type { Oracle, Written } from './oracle.ts'
import type { Page } from './page.ts'
import { attempt, settled } from './underWay.ts'

/* What people do in the stories: write, edit, look and add a browser. */

/** Returns the fields a composer takes from a message that is replied to. */
const quotedFrom = ({ _id, seq, type, content, sender, isDeleted, encryption, clientId }: Message): Quoted => ({
  ...{ _id, seq, type, content, sender: { _id: sender._id, name: sender.name }, isDeleted },
  ...(encryption !== undefined && { encryption, clientId }),
})

type Saying = {
  page: Page
  oracle: Oracle
  to: string
  text: string
  replyTo?: Message
  isOpen?: boolean
  file?: File
  whom?: SignedInPerson
}

/** Writes a message, optionally replying to one that the page shows, with a file, or mentioning a person. */
export const write = async ({ page, oracle, to, text, replyTo, isOpen = false, file, whom }: Saying): Promise<Written> => {
  const answered = replyTo ? (oracle.find(replyTo.content) ?? null) : null
  const written = oracle.wrote({ by: page.me._id, conversation: to, text, replyTo: answered, isOpen })
  const mentions = whom ? [{ _id: whom._id, name: whom.me.name }] : []
  await attempt(page.chat.send(to, { content: text, replyTo: replyTo ? quotedFrom(replyTo) : null, mentions }, file))
  return written
}

/** Returns how a page shows a text, if it does. */
export const shownAs = (page: Page, conversation: string, text: string): Message | undefined =>
  page.messages(conversation).find(({ content }) => content === text)

/** Edits a message if the page shows it. A rejection is not a fault. */
export const edit = async (page: Page, oracle: Oracle, written: Written, text: string): Promise<void> => {
  const message = shownAs(page, written.conversation, written.texts.at(-1) ?? '')
  if (!message) return
  oracle.edited(written, text)
  await attempt(page.chat.edit(message, text))
}

/** Shows the list and these conversations, one after the other, like a person would view them. */
export const look = async (page: Page, conversations: readonly string[]): Promise<void> => {
  void page.chat.loadConversations()
  for (const id of conversations) {
    page.encryption.conversation(id)
    page.chat.open(id)
    await settled()
  }
  await page.pass(1_000)
}

/** Adds a browser of a person, whose code is the same on both screens. */
export const pair = async (known: Page, added: Page): Promise<void> => {
  await attempt(added.encryption.requestAccess())
  const shown = await attempt(added.encryption.pendingCode())
  const id = added.encryption.deviceId.get()
  if (shown === undefined || id === null || (await attempt(known.encryption.confirmCode(id))) !== shown) return
  await attempt(known.encryption.shareWith(id, () => {}))
  await attempt(added.encryption.confirmPending(shown))
}
