"""Opens files in LibreOffice Calc and takes a picture of each; started by make.mjs."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.uno import Exception as UnoException

PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
%s
</oor:items>
"""
# No tips, no news, no online services, English, light.
SETTINGS = [
    ("/org.openoffice.Office.Common/Misc", "ShowTipOfTheDay", "false"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
    ("/org.openoffice.Setup/Product", "ooSetupLastVersion", "99.9"),
    ("/org.openoffice.Setup/L10N", "ooLocale", "en-US"),
    ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", "en-US"),
    ("/org.openoffice.Office.Common/Save/Document", "AutoSave", "false"),
    ("/org.openoffice.Office.Calc/Formula/Load", "OOXMLRecalcMode", "1"),
]
BARS = ["menubar/menubar", "statusbar/statusbar"] + [
    "toolbar/" + name for name in ("standardbar", "formatobjectbar", "textobjectbar", "findbar", "toolbar")
]
WIDTH = 1000
HEIGHT = 800
# Pixels of the picture per pixel of a position or size.
SCALE = 2
# Seconds that a picture may take, and how often it is tried.
LONGEST = 20
TRIES = 3
HEADER = 18
TABS = 28
# The role of the accessible object of a spreadsheet, com.sun.star.accessibility.AccessibleRole.
DOCUMENT = 84


def value(name, content):
    made = PropertyValue()
    made.Name = name
    made.Value = content
    return made


# From another thread, a file that opens and the window that is drawn can wait for each other for good.
ON_MAIN_THREAD = value("OnMainThread", True)


def write_profile(folder):
    os.makedirs(os.path.join(folder, "user"))
    items = [
        '<item oor:path="%s"><prop oor:name="%s" oor:op="fuse"><value>%s</value></prop></item>' % setting
        for setting in SETTINGS
    ]
    with open(os.path.join(folder, "user", "registrymodifications.xcu"), "w") as file:
        file.write(PROFILE % "\n".join(items))


def start(profile):
    port = 20000 + os.getpid() % 20000
    env = dict(os.environ, SAL_USE_VCLPLUGIN="gtk3", GTK_THEME="Adwaita", GDK_SCALE=str(SCALE), NO_AT_BRIDGE="1", LC_ALL="C.UTF-8", TZ="UTC", GTK_OVERLAY_SCROLLING="0")
    office = subprocess.Popen(
        [
            "soffice",
            "-env:UserInstallation=file://" + profile,
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nolockcheck",
            "--accept=socket,host=127.0.0.1,port=%d;urp" % port,
        ],
        env=env,
        # The command starts others: all end with its group.
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    for _ in range(240):
        try:
            address = "uno:socket,host=127.0.0.1,port=%d;urp;StarOffice.ComponentContext" % port
            return office, resolver.resolve(address)
        except Exception:
            time.sleep(0.5)
    raise SystemExit("Calc does not answer")


class Calc:
    def __init__(self, context):
        self.context = context
        self.path = None
        self.frame = None
        self.desktop = self.service("frame.Desktop")
        self.dispatcher = self.service("frame.DispatchHelper")

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext("com.sun.star." + name, self.context)

    def run(self, frame, command, *arguments, wait=True):
        mode = value("SynchronMode", wait)
        self.dispatcher.executeDispatch(frame, ".uno:" + command, "", 0, tuple(arguments) + (mode,))

    def open_window(self):
        """One window for all files: a second one does not get the size that is asked for."""
        document = self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (ON_MAIN_THREAD,))
        self.frame = document.CurrentController.Frame
        # A window that is not on the screen yet forgets the size it is given.
        for _ in range(40):
            settle(0.5)
            if self.frame.ContainerWindow.PosSize.Width == WIDTH:
                break
            resize()

    def show(self, job):
        if self.frame is None:
            self.open_window()
        options = [ON_MAIN_THREAD, value("MacroExecutionMode", 0)]
        if "csv" in job:
            options += [value("FilterName", "Text - txt - csv (StarCalc)"), value("FilterOptions", job["csv"])]
        document = self.frame.loadComponentFromURL("file://" + job["file"], "_self", 0, tuple(options))
        # Calc sometimes stops for good if its bars change while it still draws.
        settle(1)
        self.arrange(document, job)

    def arrange(self, document, job):
        view = document.CurrentController
        frame = view.Frame
        for name in BARS:
            if frame.LayoutManager.isElementVisible("private:resource/" + name):
                frame.LayoutManager.hideElement("private:resource/" + name)
        if view.Sidebar is not None and view.Sidebar.isVisible():
            self.run(frame, "Sidebar")
        view.HasVerticalScrollBar = False
        view.HasHorizontalScrollBar = bool(job.get("tabs"))
        view.HasSheetTabs = bool(job.get("tabs"))
        view.ZoomType = 3
        view.ZoomValue = job.get("zoom", 120)
        if "sheet" in job:
            view.setActiveSheet(document.Sheets.getByName(job["sheet"]))
        sheet = view.ActiveSheet
        if job.get("fit"):
            sheet.getCellRangeByName(job["fit"]).Columns.OptimalWidth = True
        view.select(sheet.getCellRangeByName(job.get("select", "K24")))
        # The view follows what is selected.
        view.FirstVisibleColumn = view.FirstVisibleRow = 0
        if job.get("notes"):
            for note in sheet.Annotations:
                note.IsVisible = True
        for command in job.get("commands", []):
            self.run(frame, command)
        frame.ContainerWindow.toFront()
        left, right, bottom = self.extent(sheet, job)
        top = 0 if job.get("bar") else self.cells().getLocationOnScreen().Y - HEADER
        if "dialog" in job:
            return self.dialog(frame, job)
        if "hover" in job:
            place = self.place(sheet, job["hover"])
            move(place.X + 12, place.Y + place.Height // 2)
            settle(2)
        else:
            move(WIDTH + 300, HEIGHT + 150)
        grab(job["png"], right - left, bottom - top, left, top)
        if job.get("tabs"):
            size = frame.ContainerWindow.PosSize
            tabs = job["png"] + ".tabs.png"
            grab(tabs, right - left, TABS, left, size.Height - TABS)
            subprocess.run(["convert", job["png"], tabs, "-append", job["png"]], check=True)

    def cells(self):
        """What the sheet's cells are in: accessible objects know where they are on the screen."""
        window = self.frame.ComponentWindow.getAccessibleContext()
        if self.path is not None:
            found = follow(window, self.path)
            if found is not None and found.getAccessibleRole() == DOCUMENT:
                return found
        self.path = path_to(window, DOCUMENT)
        return follow(window, self.path)

    def place(self, sheet, address):
        cell = sheet.getCellRangeByName(address).RangeAddress
        accessible = self.cells().getAccessibleChild(0).getAccessibleContext().getAccessibleCellAt(cell.EndRow, cell.EndColumn).getAccessibleContext()
        bounds = accessible.getBounds()
        corner = accessible.getLocationOnScreen()
        bounds.X, bounds.Y = corner.X, corner.Y
        return bounds

    def extent(self, sheet, job):
        """Where the cells to be shown end, once the window is as it stays."""
        seen = None
        for _ in range(60):
            settle(0.3)
            last = self.place(sheet, job["cells"].split(":")[1])
            size = self.frame.ContainerWindow.PosSize
            now = (last.X, last.Y, last.Width, last.Height, size.Width, size.Height)
            if now == seen and last.Width > 4 and last.Y > 30:
                bottom = last.Y + last.Height + 1
                if job.get("rtl"):
                    return last.X - 1, size.Width, bottom
                return 0, max(last.X + last.Width + 1, job.get("width", 0)), bottom
            seen = now
            if size.Width < WIDTH:
                resize()
        raise SystemExit("the window of %s does not settle: %s" % (job["file"], seen))

    def dialog(self, frame, job):
        before = windows()
        self.run(frame, job["dialog"], wait=False)
        for _ in range(100):
            settle(0.3)
            new = windows() - before
            if new:
                break
        else:
            raise SystemExit("no window is opened by %s" % job["dialog"])
        settle(1)
        # The outermost is the largest.
        window = max(new, key=lambda one: geometry(one)[2] * geometry(one)[3])
        for keys in job.get("keys", []):
            press(window, keys.split())
            settle(0.5)
        x, y, width, height = geometry(window)
        grab(job["png"], width, height, x, y)
        for _ in range(30):
            press(window, ["Escape"])
            settle(0.5)
            if not windows() & new:
                return
        raise SystemExit("the window of %s does not close" % job["dialog"])


def follow(context, path):
    for number in path:
        if context is None or number >= context.getAccessibleChildCount():
            return None
        context = context.getAccessibleChild(number).getAccessibleContext()
    return context


def path_to(context, role):
    """Numbers of the children that lead to an object of a role; None where there is none."""
    if context.getAccessibleRole() == role:
        return []
    for number in range(min(context.getAccessibleChildCount(), 12)):
        path = path_to(context.getAccessibleChild(number).getAccessibleContext(), role)
        if path is not None:
            return [number] + path
    return None


def windows():
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", ""], capture_output=True, text=True).stdout
    return set(found.split())


def geometry(window):
    text = subprocess.run(["xdotool", "getwindowgeometry", "--shell", window], capture_output=True, text=True).stdout
    parts = dict(line.split("=", 1) for line in text.split())
    return [int(parts.get(name, 0)) // SCALE for name in ("X", "Y", "WIDTH", "HEIGHT")]


def resize():
    """Without a window manager, Calc's own call leaves the window as it is."""
    window = ["search", "--onlyvisible", "--name", "LibreOffice Calc$"]
    size = ["windowmove", "%1", "0", "0", "windowsize", "%1", str(WIDTH * SCALE), str(HEIGHT * SCALE)]
    subprocess.run(["xdotool"] + window + size, stderr=subprocess.DEVNULL)


def press(window, keys):
    """Without a window manager, no window gets the focus by itself."""
    subprocess.run(["xdotool", "windowfocus", window, "key"] + keys, stderr=subprocess.DEVNULL)


def move(x, y):
    x, y = x * SCALE, y * SCALE
    subprocess.run(["xdotool", "mousemove", str(x - 3), str(y), "mousemove", str(x), str(y)], check=True)


def grab(path, width, height, x, y):
    area = "%dx%d+%d+%d" % (width * SCALE, height * SCALE, x * SCALE, y * SCALE)
    seen = None
    for _ in range(40):
        settle(0.5)
        subprocess.run(["import", "-window", "root", "-crop", area, "+repage", "-strip", path], check=True)
        with open(path, "rb") as file:
            now = file.read()
        if now == seen:
            return
        seen = now


def settle(seconds):
    """Calc draws when it is idle, and does not say when it has."""
    time.sleep(seconds)


def main(jobs_file, profile):
    with open(jobs_file) as file:
        jobs = json.load(file)
    office = None
    try:
        for number, job in enumerate(jobs):
            for attempt in range(TRIES):
                if office is None:
                    office, calc = open_calc("%s-%d-%d" % (profile, number, attempt))
                # Calc sometimes stops for good: a call that waits for it ends when it is killed.
                guard = threading.Timer(LONGEST, end, [office])
                guard.start()
                try:
                    calc.show(job)
                    break
                except UnoException:
                    office = None
                finally:
                    guard.cancel()
            else:
                raise SystemExit("Calc stops at %s" % job["file"])
    finally:
        if office is not None:
            end(office)


def open_calc(profile):
    write_profile(profile)
    office, context = start(profile)
    return office, Calc(context)


def end(office):
    """Asked to end, it may wait for an answer; its profile is thrown away."""
    os.killpg(office.pid, signal.SIGKILL)


main(*sys.argv[1:])
