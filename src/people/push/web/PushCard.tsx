import { Card } from '#web/ui/Card.tsx'
import { useWords } from '#web/words.ts'
import { pushEn } from '../push.en.ts'
import { PushSettings } from './PushSettings.tsx'

export const PushCard = () => (
  <Card title={useWords(pushEn).title}>
    <PushSettings />
  </Card>
)
