import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { passesEn } from '../passes.en.ts'
import { DayPassScreen } from './passScreens.ts'

/** Opens the sale of a day pass, in halls that sell them; with `isLinked` beside the way to those of today. */
export const DayPassButton = ({ isLinked = false }: { isLinked?: boolean }) => {
  const words = useWords(passesEn)
  const [isOpen, setOpen] = useState(false)
  if (useHall().dayPassFee === null) return null
  return (
    <>
      {isLinked && (
        <ButtonLink variant="quiet" to="/fees/passes">
          {words.all}
        </ButtonLink>
      )}
      <Button icon={<Ticket />} onPress={() => setOpen(true)}>
        {words.sell}
      </Button>
      {isOpen && <Embed screen={DayPassScreen} onClose={() => setOpen(false)} />}
    </>
  )
}
