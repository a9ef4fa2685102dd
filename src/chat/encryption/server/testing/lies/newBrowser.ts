import { look, pair } from './deeds.ts'
import { newProfile } from './page.ts'
import type { Story } from './story.ts'
import { attempt } from './underWay.ts'

/** Asha adds her laptop with the phone while both get lies; nothing is shared if the codes differ. */
export const aNewBrowser: Story = async ({ lied, check, ...scene }) => {
  const { profiles, places, open } = scene
  const all = Object.values(places)
  const phone = await open(profiles.phone, lied)
  await look(phone, all)
  const laptop = await open(profiles.laptop, lied)
  await pair(phone, laptop)
  await look(laptop, all)
  await check(laptop, phone)
}

/** The recovery code opens a shared computer. */
export const aRecovery: Story = async ({ lied, check, ...scene }) => {
  const { people, places, open, code } = scene
  const library = await open(newProfile(people.asha), lied)
  await attempt(library.encryption.recoverWithCode(code, false))
  await look(library, Object.values(places))
  await check(library)
}
