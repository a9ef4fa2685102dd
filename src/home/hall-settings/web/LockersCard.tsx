import { Card } from '#web/ui/Card.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { hallSettingsSlotEn } from '../hall-settings.en.ts'

/** Leads to the lockers from the settings of the hall. */
export const LockersCard = () => {
  const words = useWords(hallSettingsSlotEn).lockers
  return (
    <Card title={words.title} className="max-w-2xl">
      <p className="text-muted text-sm">{words.about}</p>
      <p className="mt-2">
        <TextLink to="/fees/lockers">{words.open}</TextLink>
      </p>
    </Card>
  )
}
