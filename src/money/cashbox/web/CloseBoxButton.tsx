import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import { CloseBoxScreen } from './cashboxScreens.ts'

/** Button that opens the closing dialog, which stays open even if it is no longer offered. */
export const CloseBoxButton = ({ text, isOffered = true }: { text?: string; isOffered?: boolean }) => {
  const words = useWords(cashboxEn).closing
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      {(isOffered || isClosing) && (
        <Button variant="primary" icon={<Wallet />} onHoverStart={() => void CloseBoxScreen.load()} onPress={() => setClosing(true)}>
          {text ?? words.open}
        </Button>
      )}
      {isClosing && <Embed screen={CloseBoxScreen} onClose={() => setClosing(false)} />}
    </>
  )
}
