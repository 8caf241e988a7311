import { offerContentFolder } from './content-directory.ts';
import { MarkdownField } from './markdown-field.ts';
import { registerPreviews } from './preview.ts';
import { addPublishButton } from './publish-button.ts';

offerContentFolder();
// The folder has no accounts, so nobody signs in.
localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'test-repo' }));
// A saved text stays open beside its page, unless the owner chose otherwise.
localStorage['sveltia-cms.prefs'] ??= JSON.stringify({ closeOnSave: false });
// The editor reads both when it is loaded.
const { default: editor } = await import('@sveltia/cms');
const { folders, ...config } = await (await fetch('/config')).json();
editor.registerFieldType('markdown-text', MarkdownField);
registerPreviews(editor, folders);
await editor.init({ config });
addPublishButton();
