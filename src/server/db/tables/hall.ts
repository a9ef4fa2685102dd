export type NoticesTable = {
  id: string
  title: string
  content: string
  type: 'banner' | 'marquee' | 'tab'
  /** 0: only the people in `noticeTargets`. */
  targetAllUsers: 0 | 1
  priority: number
  /** Only staff see it before this instant; null means from its creation. */
  publishAt: string | null
  expiresAt: string | null
  isActive: 0 | 1
  /** A picture or a PDF in `files`, with the name that is shown. */
  attachmentSha256: string | null
  attachmentName: string | null
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** Primary key (noticeId, userId); deleted with the notice. */
export type NoticeTargetsTable = { noticeId: string; userId: string }

/** Primary key (noticeId, userId); deleted with the notice. */
export type NoticeReadsTable = { noticeId: string; userId: string; readAt: string }

/** The number of readers of a notice. Maintained by triggers; notices that nobody has read may be missing. */
export type NoticeReadCountsTable = { noticeId: string; readers: number }

/** Notices whose readers were notified; deleted with the notice. */
export type NoticePushesTable = { noticeId: string }

export type AnnouncementsTable = {
  id: string
  title: string
  content: string
  /** Higher is shown first. */
  priority: number
  expiresAt: string | null
  isActive: 0 | 1
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** Pictures of the landing page, each in three sizes. */
export type GalleryImagesTable = {
  id: string
  title: string
  description: string
  /** Lower is shown first. */
  position: number
  isActive: 0 | 1
  largeSha256: string
  mediumSha256: string
  smallSha256: string
  /** Pixels of the large one. */
  width: number
  height: number
  /** A tiny version as a `data:` URL, shown until the picture is loaded. */
  placeholder: string
  uploadedBy: string
  createdAt: string
}

export type ThoughtsTable = {
  id: string
  thought: string
  /** May be empty. */
  author: string
  /** Lower comes first. */
  position: number
  isActive: 0 | 1
  createdAt: string
}

export type HallTables = {
  notices: NoticesTable
  noticeTargets: NoticeTargetsTable
  noticeReads: NoticeReadsTable
  noticeReadCounts: NoticeReadCountsTable
  noticePushes: NoticePushesTable
  announcements: AnnouncementsTable
  galleryImages: GalleryImagesTable
  thoughts: ThoughtsTable
}
