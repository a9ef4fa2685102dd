import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { BoxKind } from '../cashbox.shapes.contract.ts'
import { BoxEntryScreen } from './cashboxScreens.ts'

/** Opens the form for money paid out of the cash box, or for other money in. */
export const BoxEntryButton = ({ kind }: { kind: BoxKind }) => {
  const words = useWords(cashboxEn).box
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onHoverStart={() => void BoxEntryScreen.load()} onPress={() => setOpen(true)}>
        {words[kind]}
      </Button>
      {isOpen && <Embed screen={BoxEntryScreen} kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
