import { useEffect, useState } from 'react'
import { useBranding } from '#web/shell/Branding.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useWords } from '#web/words.ts'
import { backupEn } from '../backup.en.ts'
import { type Abilities, findAbilities } from './abilities.ts'
import { Facts } from './Facts.tsx'

const names = ['secure', 'offline', 'notifications', 'encryption'] as const

/** What this browser can do at the address of this page: phones can do more at an https address. */
export const BrowserCard = () => {
  const words = useWords(backupEn).browser
  const { publicUrl } = useBranding()
  const [abilities, setAbilities] = useState<Abilities>()
  useEffect(() => void findAbilities(publicUrl).then(setAbilities), [publicUrl])
  const { origin } = window.location
  const isOther = publicUrl !== null && new URL(publicUrl).origin !== origin
  const facts = names.map((name) => {
    const ability = abilities?.[name]
    if (ability === undefined) return { name: words.names[name], value: words.checking }
    const note = ability === 'works' ? undefined : words.reasons[name][ability]
    return { name: words.names[name], value: words.states[ability], ...(note !== undefined && { note }) }
  })
  return (
    <Card title={words.title}>
      <Facts facts={[{ name: words.address, value: origin, ...(isOther && { note: words.other(publicUrl) }) }, ...facts]} />
    </Card>
  )
}
