import { Card } from '#web/ui/Card.tsx'
import { useWords } from '#web/words.ts'
import { lockersEn } from '../lockers.en.ts'
import { useLockerOf } from './lockers.queries.ts'

/** A student's own locker; nothing for a student without one. */
export const MyLocker = ({ studentId }: { studentId: string }) => {
  const words = useWords(lockersEn)
  const locker = useLockerOf(studentId).data?.locker
  if (!locker) return null
  const { number, keyNumber, room, fee, since } = locker
  const parts = [room?.name ?? '', fee === null ? words.noFee : words.fee(fee), since === null ? '' : words.mine.since(since)]
  return (
    <Card title={words.mine.title}>
      <p className="font-medium">{words.panel.line(number, keyNumber)}</p>
      <p className="text-muted text-sm">{parts.filter((part) => part !== '').join(' · ')}</p>
    </Card>
  )
}
