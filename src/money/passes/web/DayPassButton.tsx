import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { passesEn } from '../passes.en.ts'
import { DayPassScreen } from './passScreens.ts'

/** Opens the sale of a day pass, in halls that sell them. */
export const DayPassButton = () => {
  const words = useWords(passesEn)
  const [isOpen, setOpen] = useState(false)
  if (useHall().dayPassFee === null) return null
  return (
    <>
      <Button icon={<Ticket />} onPress={() => setOpen(true)}>
        {words.sell}
      </Button>
      {isOpen && <Embed screen={DayPassScreen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The way to the day passes of today, in halls that sell them. */
export const DayPassLink = () => {
  const words = useWords(passesEn)
  if (useHall().dayPassFee === null) return null
  return (
    <TextLink to="/fees/passes" className="inline-flex min-h-8 items-center self-start max-md:min-h-11">
      {words.all}
    </TextLink>
  )
}
