import type { ComponentType } from 'react';
import { port } from '#kit/web/port.ts';

/** A login page as it would look with these settings, drawn by the application that draws the real one. */
export interface FacePreviewProps {
  readonly face: {
    readonly title: Readonly<Record<'zh_CN' | 'zh_TW' | 'en', string>>;
    readonly subtitle: Readonly<Record<'zh_CN' | 'zh_TW' | 'en', string>> | null;
    readonly layout: 'right' | 'center' | 'compact';
    readonly color: string | null;
    readonly logo: string | null;
    readonly background: string | null;
    readonly rememberAllowed: boolean;
    readonly showDownload: boolean;
  };
}

export const facePreview = port<ComponentType<FacePreviewProps>>();
