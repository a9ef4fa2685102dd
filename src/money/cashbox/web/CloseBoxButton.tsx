import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { Slot } from '#web/shell/Slot.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import { CloseBoxScreen } from './cashboxScreens.ts'

/** Opens the closing of the cash box. */
export const CloseBoxButton = () => {
  const words = useWords(cashboxEn).closing
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Wallet />} onHoverStart={() => void CloseBoxScreen.load()} onPress={() => setClosing(true)}>
        {words.open}
      </Button>
      {isClosing && <Slot screen={CloseBoxScreen} onClose={() => setClosing(false)} />}
    </>
  )
}
