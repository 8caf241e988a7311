// Run by gjs: a bare WebView that WebKitWebDriver controls. WebKitGTK's own browser can't be narrower than 447 pixels, and
// ends when a page starts a view transition.
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
// The pages' `prefers-reduced-motion` follows this setting.
const gtk = Gtk.Settings.get_default();
gtk.gtk_enable_animations = false;
// As in Safari, letters are as wide as the font says. Hinting would round the width of each to whole pixels.
gtk.gtk_xft_hinting = 0;
gtk.gtk_xft_hintstyle = 'hintnone';
const before = GLib.getenv('SCRIPT_BEFORE') ?? '';
const context = WebKit2.WebContext.new_ephemeral();
context.set_automation_allowed(true);
context.connect('automation-started', (_context, session) => {
  const application = new WebKit2.ApplicationInfo();
  application.set_name('webkit-view');
  session.set_application_info(application);
  session.connect('create-web-view', openView);
});
Gtk.main();

function openView() {
  const settings = new WebKit2.Settings({
    hardware_acceleration_policy: WebKit2.HardwareAccelerationPolicy.ALWAYS,
  });
  const content = new WebKit2.UserContentManager();
  const { ALL_FRAMES } = WebKit2.UserContentInjectedFrames;
  const { START } = WebKit2.UserScriptInjectionTime;
  content.add_script(WebKit2.UserScript.new(before, ALL_FRAMES, START, null, null));
  const view = new WebKit2.WebView({
    web_context: context,
    user_content_manager: content,
    is_controlled_by_automation: true,
    settings,
  });
  const window = new Gtk.Window({ decorated: false, default_width: 1280, default_height: 800 });
  window.add(view);
  window.show_all();
  return view;
}
