import { useEffect } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'
import { Banners } from './Banners.tsx'
import { StillNotices } from './StillNotices.tsx'
import { useShownNotices } from './useShownNotices.ts'

/** The notices that other pages show at their top. Closes when the last one is dismissed. */
export const ShownNoticesDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(noticesEn).dot
  const { marquees, banners } = useShownNotices()
  const isEmpty = marquees.length + banners.length === 0
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])
  return (
    <Dialog title={words.title} isOpen={!isEmpty} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {marquees.length > 0 && <StillNotices notices={marquees} />}
        <Banners notices={banners} place="dialog" />
      </div>
    </Dialog>
  )
}
