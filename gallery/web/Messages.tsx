import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { DrawingName } from '#web/ui/Drawing.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { ListSkeleton, TableSkeleton, TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { longName } from './names.ts'

const drawings: readonly DrawingName[] = ['shelf', 'chair', 'drawer', 'bell', 'door', 'cable']

const Notices = () => (
  <Card title="Notices">
    <div className="kit-grid">
      {(['info', 'success', 'warning', 'error'] as const).map((tone) => (
        <Notice key={tone} tone={tone} title={`A ${tone}`}>
          The hall is closed on 26 January.
        </Notice>
      ))}
      <Notice tone="info">
        <LinkedText text={`${longName}: https://example.org/timetable`} />
      </Notice>
    </div>
  </Card>
)

const Waiting = () => (
  <Card title="Loading">
    <div className="kit-grid">
      <ListSkeleton rows={3} />
      <TableSkeleton rows={3} />
      <TreeSkeleton rows={3} />
      <Spinner />
      <ProgressBar label="Uploading" value={0.4} figures="4 of 10" />
      <UploadProgress sent={{ bytes: 3_000_000, total: 10_000_000 }} />
    </div>
  </Card>
)

export const Messages = () => (
  <>
    <Notices />
    <Waiting />
    <Card title="Empty and failed">
      <div className="kit-grid">
        {drawings.map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} title="No documents found" hint="Try another word." action={<Button>Clear</Button>} />
        ))}
        <ErrorState title="Failed to load users" message="Something went wrong." onRetry={() => undefined} />
      </div>
    </Card>
    <Card title="QR code">
      <div className="kit-code">
        <QrCode text="upi://pay?pa=hall@okbank" label="Pay by UPI" />
      </div>
    </Card>
  </>
)
