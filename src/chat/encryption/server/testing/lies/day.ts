import { edit, look, shownAs, write } from './deeds.ts'
import type { Scene } from './hall.ts'
import type { Page } from './page.ts'
import { pressAccept } from './presses.ts'
import type { Story } from './story.ts'
import { attempt } from './underWay.ts'
import { isWarned } from './warnings.ts'

/** Asha replies to Binod’s last message, if she sees it. */
const answerLast = async ({ oracle, places: { pair } }: Scene, phone: Page): Promise<void> => {
  const last = phone.messages(pair).findLast((row) => row.sender?._id !== phone.me._id && row.content !== null && !isWarned(row))
  if (!last) return
  await write({ page: phone, oracle, to: pair, text: 'Thank you very much', replyTo: last })
  await attempt(phone.chat.react(last, '🎉', true))
  phone.chat.markRead(pair, last.seq)
}

/** Both write, reply, edit and react. */
const talk = async (scene: Scene, phone: Page, desk: Page): Promise<void> => {
  const { oracle, places } = scene
  const { pair, group } = places
  const asked = await write({ page: phone, oracle, to: pair, text: 'When do you open tomorrow' })
  const question = shownAs(desk, pair, 'When do you open tomorrow')
  const answer = await write({ page: desk, oracle, to: pair, text: 'At seven as always', ...(question && { replyTo: question }) })
  await edit(desk, oracle, answer, 'At eight on Sundays')
  await edit(phone, oracle, asked, 'When do you open on Sunday')
  if (question) await attempt(desk.chat.react(question, '👍', true))
  await answerLast(scene, phone)
  await write({ page: phone, oracle, to: group, text: 'Who has the blue pen' })
}

/** Asha’s phone gets lies all day: she reads and writes, reopens the page, and Binod gets a new browser. */
export const aDay: Story = async ({ lied, check, ...scene }) => {
  const { profiles, places, oracle, open, close } = scene
  const all = Object.values(places)
  const desk = await open(profiles.desk)
  await look(desk, [places.pair])
  const before = await open(profiles.phone, lied)
  await look(before, all)
  await check(before, desk)
  before.chat.open(places.pair)
  await talk(scene, before, desk)
  await check(before, desk)
  close(before)

  await write({ page: desk, oracle, to: places.pair, text: 'Bring your receipt' })
  const phone = await open(profiles.phone, lied)
  await look(phone, all)
  await check(phone, desk)

  await scene.addTablet()
  await phone.pass(60_000)
  await check(phone, desk)
  for (const id of all) await pressAccept(phone, id)
  await write({ page: phone, oracle, to: places.pair, text: 'Here is my new address' })
  await check(phone, desk)
}
