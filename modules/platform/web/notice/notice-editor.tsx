import {
  BoldOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import Image from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { App, Button, Input, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { fileLink, uploadFile } from '#modules/platform/contract/file/files.ts';
import s from './notice.module.css';

interface Props {
  readonly id: string;
  readonly value: string;
  onChange(html: string): void;
  readonly invalid: boolean;
  /** What the text is called; a notice's content unless given. */
  readonly label?: string;
  /** Keeps a picture and answers its number and address. */
  readonly send?: (file: File) => Promise<{ fileId: number; url: string; fileName: string }>;
  /** The address of a picture that was kept before. */
  readonly addressOf?: (fileId: string) => Promise<string>;
}

const sendToNotice = (file: File) => call(uploadFile, { body: { bizType: 'platform.sysNotice' }, file });
const linkOf = async (fileId: string) =>
  (await call(fileLink, { params: { fileId: Number(fileId) }, quiet: true }).catch(() => ({ url: '' }))).url;

/** A picture is a file of ours: its number is kept, its address is made anew for whoever looks. */
const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      fileId: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-file'),
        renderHTML: ({ fileId }) => (fileId ? { 'data-file': String(fileId) } : {}),
      },
    };
  },
});

/** Exactly what the server lets through. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' },
  }),
  Picture.configure({ inline: true }),
];

const withoutAddresses = (html: string) => html.replace(/(<img[^>]*?) src="[^"]*"/g, '$1');

export default function NoticeEditor(props: Props) {
  const { id, value, onChange, invalid, label, send = sendToNotice, addressOf = linkOf } = props;
  const t = useT();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: {
        id,
        class: s.body ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label ?? t('platform.sysNotice.content'),
      },
    },
    onUpdate: ({ editor: now }) => latest.current(now.isEmpty ? '' : withoutAddresses(now.getHTML())),
  });
  useEffect(() => {
    void showPictures(editor, addressOf);
  }, [editor, addressOf]);
  return (
    <div className={s.editor} data-invalid={invalid}>
      <Tools editor={editor} send={send} />
      <EditorContent editor={editor} className={s.paper} />
    </div>
  );
}

/** Text that was saved names its pictures only. */
async function showPictures(editor: Editor, addressOf: NonNullable<Props['addressOf']>): Promise<void> {
  const ids: string[] = [];
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'image' && node.attrs.fileId && !node.attrs.src) ids.push(node.attrs.fileId);
  });
  for (const fileId of new Set(ids)) {
    const url = await addressOf(fileId);
    if (!url || editor.isDestroyed) continue;
    const { tr } = editor.state;
    tr.setMeta('addToHistory', false).setMeta('preventUpdate', true);
    editor.state.doc.descendants((node, at) => {
      if (node.type.name === 'image' && node.attrs.fileId === fileId) tr.setNodeAttribute(at, 'src', url);
    });
    editor.view.dispatch(tr);
  }
}

function Tools({ editor, send }: { readonly editor: Editor; readonly send: NonNullable<Props['send']> }) {
  const t = useT();
  const { modal } = App.useApp();
  const picker = useRef<HTMLInputElement>(null);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const tool = (
    name: string,
    icon: ReactNode,
    run: () => void,
    more: { active?: boolean; disabled?: boolean } = {},
  ) => (
    <Tooltip key={name} title={t.any(`platform.noticeEdit.tool.${name}`)}>
      <Button
        type={more.active ? 'primary' : 'text'}
        size="small"
        icon={icon}
        disabled={more.disabled ?? false}
        aria-label={t.any(`platform.noticeEdit.tool.${name}`)}
        aria-pressed={more.active ?? false}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      />
    </Tooltip>
  );
  const askLink = () => {
    let href = String(editor.getAttributes('link').href ?? '');
    void modal.confirm({
      title: t('platform.noticeEdit.tool.link'),
      content: (
        <Input
          defaultValue={href}
          placeholder="https://"
          onChange={(event) => {
            href = event.target.value.trim();
          }}
        />
      ),
      onOk: () => {
        if (!href) chain().unsetLink().run();
        else
          chain()
            .extendMarkRange('link')
            .setLink({ href: /^(https?:|mailto:)/i.test(href) ? href : `https://${href}` })
            .run();
      },
    });
  };
  const addPicture = async (file: File | undefined) => {
    if (!file) return;
    const { fileId, url, fileName } = await send(file);
    chain()
      .insertContent({ type: 'image', attrs: { src: url, alt: fileName, fileId: String(fileId) } })
      .run();
  };
  return (
    <div className={s.tools} role="toolbar" aria-label={t('platform.noticeEdit.tools')}>
      {tool('bold', <BoldOutlined />, () => chain().toggleBold().run(), { active: on.bold })}
      {tool('italic', <ItalicOutlined />, () => chain().toggleItalic().run(), { active: on.italic })}
      {tool('underline', <UnderlineOutlined />, () => chain().toggleUnderline().run(), { active: on.underline })}
      {tool('strike', <StrikethroughOutlined />, () => chain().toggleStrike().run(), { active: on.strike })}
      {tool('h2', <b>H2</b>, () => chain().toggleHeading({ level: 2 }).run(), { active: on.h2 })}
      {tool('h3', <b>H3</b>, () => chain().toggleHeading({ level: 3 }).run(), { active: on.h3 })}
      {tool('bullets', <UnorderedListOutlined />, () => chain().toggleBulletList().run(), { active: on.bullets })}
      {tool('numbers', <OrderedListOutlined />, () => chain().toggleOrderedList().run(), { active: on.numbers })}
      {tool('quote', <b>”</b>, () => chain().toggleBlockquote().run(), { active: on.quote })}
      {tool('line', <LineOutlined />, () => chain().setHorizontalRule().run())}
      {tool('link', <LinkOutlined />, askLink, { active: on.link })}
      {tool('picture', <PictureOutlined />, () => picker.current?.click())}
      {tool('undo', <UndoOutlined />, () => chain().undo().run(), { disabled: !on.undo })}
      {tool('redo', <RedoOutlined />, () => chain().redo().run(), { disabled: !on.redo })}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        style={{ display: 'none' }}
        onChange={(event) => {
          void addPicture(event.target.files?.[0]).catch(() => {});
          event.target.value = '';
        }}
      />
    </div>
  );
}
