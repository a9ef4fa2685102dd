import { Copy, Download } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'
import { saveQrPicture } from './saveQrPicture.ts'

/** For a phone that cannot scan its own screen: another app pays to the copied id, or reads the saved picture. */
export const UpiTools = ({ upiId, link }: { upiId: string; link: string }) => {
  const words = useWords(receiptsEn).upi
  return (
    <div className="flex w-full flex-wrap gap-2">
      {/* Only a secure address has a clipboard. */}
      {navigator.clipboard && (
        <Button icon={<Copy aria-hidden="true" />} onPress={() => void copyText(upiId, words)}>
          {words.copy}
        </Button>
      )}
      <Button icon={<Download aria-hidden="true" />} onPress={() => saveQrPicture(link, words.fileName)}>
        {words.save}
      </Button>
    </div>
  )
}
