import type { LucideIcon } from "lucide-react";

/** A picture of the app, as it is when the demo company uses it. */
export interface GuidePicture {
  /** The address of the image file. */
  source: string;
  /** In pixels; the place is reserved before the file has loaded. */
  width: number;
  height: number;
  /** A description for people who do not see the picture. */
  alt: string;
}

interface GuideSection {
  title: string;
  /** The steps, in order. */
  steps: readonly string[];
  /** Notes about it. */
  note?: string;
  picture?: GuidePicture;
}

/** One of the guides of the support page: pages of the manual for one role. */
export interface Guide {
  /** In the address, as `/support?guide=…`. */
  id: string;
  icon: LucideIcon;
  title: string;
  /** One line in the list of guides. */
  summary: string;
  audience: string;
  sections: readonly GuideSection[];
}
