import { chatApi } from '#chat/conversations/conversations.contract.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { look, shownAs, write } from './deeds.ts'
import { listOfFive, type Scene } from './hall.ts'
import { newProfile, type Page } from './page.ts'
import { pressAccept } from './presses.ts'
import type { Story, Telling } from './story.ts'
import { attempt } from './underWay.ts'
import { isWarned } from './warnings.ts'

/** Opens the file of a message like its screen would; other bytes or another name than its sender’s are a fault. */
const openFile = async ({ fault }: Telling, page: Page, message: Message | undefined): Promise<void> => {
  const { attachment } = message ?? {}
  if (!message || !attachment || isWarned(message)) return
  const { name } = listOfFive
  if (attachment.originalName !== name) fault(`names the file “${name}” “${attachment.originalName}”`)
  const file = page.encryption.fileOf(attachment.url)
  const bytes = await attempt(page.download(attachment.url))
  if (!file || !bytes) return
  const text = await attempt(file.decrypt(bytes).then((plain) => new TextDecoder().decode(plain)))
  if (text !== undefined && text !== (await listOfFive.text())) fault(`opens “${name}” as “${text}”`)
}

/** Simulates other people: a message is deleted, the group is renamed, and Asha joins a group that is then deleted. */
const othersAct = async ({ people: { asha, chetan }, circle: { five = '' } }: Scene, desk: Page): Promise<void> => {
  const forgotten = shownAs(desk, five, 'Forget what I said')
  if (forgotten) await attempt(desk.chat.remove(forgotten))
  await attempt(chetan.put(`/chat/admin/groups/${five}`, { name: 'We five' }))
  const { body } = await chetan.post('/chat/admin/groups', { name: 'For a moment', participants: [asha._id] })
  await attempt(chetan.del(`/chat/admin/groups/${body._id}`))
}

/** Asha searches for Deepa, starts a conversation with her, and encrypts it. */
const writeToDeepa = async ({ oracle, circle: { fresh = '' } }: Scene, page: Page): Promise<void> => {
  const found = await attempt(page.call(chatApi.people, { query: { q: 'Deepa' } }))
  const begun = await attempt(page.call(chatApi.openPrivate, { body: { userId: found?.items[0]?._id } }))
  if (!begun) return
  page.chat.learn(begun)
  await look(page, [fresh])
  await attempt(page.encryption.enable(fresh))
  // On failure, the screen says so, and the chat has no lock.
  if (!page.encryption.conversation(fresh).get()?.isEncrypted) return
  await write({ page, oracle, to: fresh, text: 'Only for you Deepa' })
}

/** The recovery code opens a shared computer, which sees a group of five, with a file in it, for the first time. */
export const aCircle: Story = async (telling) => {
  const { people, open, code, oracle, lied, check, profiles, circle } = telling
  const { five = '' } = circle
  const desk = await open(profiles.desk)
  await look(desk, [five])
  const library = await open(newProfile(people.asha), lied)
  await attempt(library.encryption.recoverWithCode(code, false))
  await look(library, [five])
  await check(library)
  await openFile(telling, library, shownAs(library, five, 'Here are our names'))
  await othersAct(telling, desk)
  await write({ page: library, oracle, to: five, text: 'I bring a list too', file: listOfFive, whom: people.binod })
  desk.chat.markRead(five, desk.messages(five).at(-1)?.seq ?? 0)
  await desk.pass(5_000)
  await check(library, desk)
  await openFile(telling, desk, shownAs(desk, five, 'I bring a list too'))
  await pressAccept(library, five)
  await writeToDeepa(telling, library)
  await check(library)
}
